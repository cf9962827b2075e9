// Stands in for style sheets and for files that are fetched by their address: tests load neither.
module.exports = '';
