import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * @typedef {object} Browser
 * @property {string} executablePath
 * @property {Record<string, string>} env Variables that this browser needs and no one else should see.
 */

const cache = fileURLToPath(new URL('../../../.cache/browser', import.meta.url));

/**
 * The package's own list names folders of a cloud function. Where it finds no font at all, this browser dies of the
 * first emoji.
 */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${cache}/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${cache}/fonts-cache</cachedir>
</fontconfig>
`;

/**
 * How every browser here is started: no sandbox as root; of all hosts only this machine is found, so that nothing
 * depends on the internet; GL in software, for the map.
 */
export const BROWSER_ARGUMENTS = [
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--no-zygote',
  '--enable-unsafe-swiftshader',
];

/**
 * Chromium: the one that `CHROMIUM_BIN` names, else the package's, which has no window and takes three quarters of the
 * time that the system's takes; the system's on machines for which the package has none.
 * @returns {Promise<Browser>}
 */
export async function findBrowser() {
  const named = process.env['CHROMIUM_BIN'];
  if (named) return { executablePath: named, env: {} };
  if (process.platform === 'linux' && process.arch === 'x64') return unpackBrowser();
  return { executablePath: '/usr/bin/chromium', env: {} };
}

/**
 * The package unpacks into the temporary folder and sets variables of the whole process, as it would in a
 * cloud function. Here the folder is one of ours, and the variables go to the browser only: its libraries
 * are not for the servers that the tests start.
 * @returns {Promise<Browser>}
 */
async function unpackBrowser() {
  const before = { ...process.env };
  mkdirSync(cache, { recursive: true });
  Object.assign(process.env, { TMPDIR: cache, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' });
  try {
    const { default: chromium } = await import('@sparticuz/chromium');
    const executablePath = await chromium.executablePath();
    writeFileSync(`${cache}/fonts.conf`, FONTS);
    return { executablePath, env: { LD_LIBRARY_PATH: process.env['LD_LIBRARY_PATH'] ?? '', FONTCONFIG_PATH: cache } };
  } finally {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
  }
}
