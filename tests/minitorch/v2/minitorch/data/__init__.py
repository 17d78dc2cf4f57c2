"""Wants a package that is not there."""

import a_package_that_is_nowhere


def loader(dataset):
    """Never reached."""
    return dataset
