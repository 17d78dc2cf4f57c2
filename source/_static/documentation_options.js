/* Sphinx writes its release into a file of this name, and the checksum of that file into every page.
   Without the release, unchanged pages stay identical between torch versions. */
const DOCUMENTATION_OPTIONS = {
    VERSION: '',
    LANGUAGE: 'zh-CN',
    COLLAPSE_INDEX: false,
    BUILDER: 'html',
    FILE_SUFFIX: '.html',
    LINK_SUFFIX: '.html',
    HAS_SOURCE: false,
    SOURCELINK_SUFFIX: '',
    NAVIGATION_WITH_KEYS: false,
    SHOW_SEARCH_SUMMARY: false,
    ENABLE_SEARCH_SHORTCUTS: false,
};
