import { readFileSync } from 'node:fs';
import { serviceNames, subgraphNames } from '@sprayhunt/contracts';
import { describe, expect, it } from '@jest/globals';
import { filesBelow, packageFiles, root } from './files.js';
import { serviceListsOf, serviceListsOfText } from './service-lists.js';

/** The list itself, and what is made from it. */
const THE_LIST = ['libs/contracts/src/services.ts', 'docs/events.md'];
/** What was measured: a new service is in the next run's figures by itself. */
const MEASURED = ['bench/src/load/figures.ts'];
/** Objects with entries only for services that have something of their own; a new service may have none. */
const OWN_ENTRIES = [
  'tools/local/src/topology.ts lists users, media, commerce, gateway',
  'services/gateway/test/running-gateway.ts lists users, discovery, media, missions, commerce',
  'services/gateway/test/running-gateway.ts lists users, discovery, media, commerce',
];
/** A decision record describes the time of the decision. */
const HISTORY = /^docs\/adr\//;

const read = (file: string): string => readFileSync(`${root}${file}`, 'utf8');
const found = (files: string[], lists: typeof serviceListsOfText) =>
  files
    .filter((file) => ![...THE_LIST, ...MEASURED].includes(file) && !HISTORY.test(file))
    .flatMap((file) => lists(read(file)).map(({ line, names }) => `${file}:${line} lists ${names.join(', ')}`));

describe('the list of services', () => {
  it('is the only one in code', () => {
    const sources = packageFiles().filter((file) => /\.(ts|tsx|mjs)$/.test(file));
    expect(sources.length).toBeGreaterThan(300);
    const lists = found(sources, serviceListsOf);
    const withoutLine = (list: string) => list.replace(/:\d+ /, ' ');
    expect(lists.filter((list) => !OWN_ENTRIES.includes(withoutLine(list)))).toEqual([]);
    expect(OWN_ENTRIES.filter((entry) => !lists.map(withoutLine).includes(entry))).toEqual([]);
  });

  it('is the only one in documents and configuration', () => {
    const texts = [...filesBelow('docs'), 'README.md', 'package.json', 'nx.json', ...packageFiles()].filter(
      (file) => /\.(md|ya?ml|json)$/.test(file) && !/openapi\.json$/.test(file),
    );
    expect(texts.length).toBeGreaterThan(30);
    expect(found(texts, serviceListsOfText)).toEqual([]);
  });

  it.each([
    ['an array', 'const names = ["users", "discovery", "media", "missions"];'],
    ['all subgraphs', `type Name = ${subgraphNames.map((name) => `'${name}'`).join(' | ')};`],
    ['pairs', 'const parts = [["users", 1], ["discovery", 2], ["media", 3], ["missions", 4]];'],
    ['an object', 'const urls = { USERS_URL: 1, DISCOVERY_URL: 2, MEDIA_URL: 3, COMMERCE_URL: 4 };'],
    ['assignments', 'if (all) { urls.users = 1; urls["discovery"] = 2; urls.media = 3; urls.COMMERCE_URL = 4; }'],
    ['an object and assignments', 'const urls = { users: 1, discovery: 2, media: 3 }; urls.commerce = 4;'],
    ['an interface', 'interface All { users: 1; discovery: 2; media: 3; commerce: 4 }'],
    ['variables', 'const [users, discovery, media, missions] = all;'],
    ['cases', 'switch (name) { case "users": case "discovery": case "media": case "missions": }'],
    ['nested arrays', 'const lanes = [["users"], ["discovery", "media"], ["missions"]];'],
    ['arguments of calls', 'await Promise.all([roll("users", "missions"), roll("discovery", "media")]);'],
    ['SQL', 'query(`WHERE schema IN (\x27users\x27, \x27discovery\x27, \x27media\x27, ${more}, \x27gateway\x27)`);'],
  ])('would be seen a second time as %s', (_, source) => {
    expect(serviceListsOf(source)).toHaveLength(1);
  });

  it('is not made of assignments to several objects', () => {
    expect(serviceListsOf('one.users = 1; one.discovery = 2; two.media = 3; two.commerce = 4;')).toEqual([]);
  });

  it('would be seen a second time in a document', () => {
    expect(serviceListsOfText(`| \`services/{${serviceNames.join(',')}}\` | one each |`)).toHaveLength(1);
    expect(serviceListsOfText('- names: [gateway, users, discovery, media]')).toHaveLength(1);
    expect(serviceListsOfText('- `USERS_URL`, `DISCOVERY_URL`, `MEDIA_URL`, `MISSIONS_URL`')).toHaveLength(1);
  });
});
