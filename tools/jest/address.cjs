const path = require('node:path');

/** A picture imports as its URL, as in Vite. */
module.exports = {
  process: (_, file) => ({ code: `module.exports = ${JSON.stringify(`/${path.basename(file)}`)};` }),
};
