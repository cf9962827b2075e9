import { BROWSER_MAP, OS_MAP, parse } from 'bowser';

const BROWSERS = new Set(Object.values(BROWSER_MAP));
const SYSTEMS = new Set(Object.values(OS_MAP));

/**
 * A browser as its owner would name it: `Firefox on Linux`. Only names from a fixed list are returned,
 * so that a header cannot put text into other people's messages.
 */
export function deviceName(userAgent: string | null | undefined): string {
  if (!userAgent) return 'An unknown browser';
  const { browser, os } = parse(userAgent);
  const name = browser.name && BROWSERS.has(browser.name) ? browser.name : 'An unknown browser';
  return os.name && SYSTEMS.has(os.name) ? `${name} on ${os.name}` : name;
}
