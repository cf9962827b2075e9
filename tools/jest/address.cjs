const path = require('node:path');

/** A picture is the address that it is served at, as Vite has it. */
module.exports = {
  process: (_, file) => ({ code: `module.exports = ${JSON.stringify(`/${path.basename(file)}`)};` }),
};
