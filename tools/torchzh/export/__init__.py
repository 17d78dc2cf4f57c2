"""The other outputs of the same pages: PDF by way of Typst, ePub, catalogues for translators.

``volume`` decides what a volume holds, ``typst_*`` turn resolved doctrees into
Typst, ``pdf`` and ``epub`` run the tools and judge the result, ``catalogues``
keeps ``locale/`` up to date. A volume is built from a committed snapshot, so
none of this needs torch.
"""
