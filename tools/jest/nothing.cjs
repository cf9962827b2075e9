// Replaces style sheets and files imported by URL, which tests do not load.
module.exports = '';
