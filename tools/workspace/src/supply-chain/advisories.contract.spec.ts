import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { root } from '../files.js';
import { acceptedAdvisories, advisoryProblems, audit } from './advisories.js';

const found = {
  id: 'GHSA-aaaa-bbbb-cccc',
  package: 'left',
  title: 'Reads too much',
  severity: 'high',
  range: '<2.0.0',
  paths: ['node_modules/left'],
};
const accepted = {
  id: found.id,
  package: found.package,
  why: 'Only reads files of our own, which nobody else can write.',
  until: '2026-06-30',
};

describe('advisories', () => {
  it('are to be acted on unless they are accepted, and again after the day until which they are', () => {
    expect(advisoryProblems([found], [], '2026-06-01')).toEqual([
      'GHSA-aaaa-bbbb-cccc (high) left <2.0.0: Reads too much; not accepted; node_modules/left',
    ]);
    expect(advisoryProblems([found], [accepted], '2026-06-30')).toEqual([]);
    expect(advisoryProblems([found], [accepted], '2026-07-01')).toEqual([
      expect.stringContaining('accepted until 2026-06-30'),
    ]);
  });

  it('are accepted for one package, and not after nothing is affected', () => {
    expect(advisoryProblems([{ ...found, package: 'right' }], [accepted], '2026-06-01')).toHaveLength(2);
    expect(advisoryProblems([], [accepted], '2026-06-01')).toEqual([
      'GHSA-aaaa-bbbb-cccc left is accepted, but affects nothing any more: remove it from advisories.json',
    ]);
  });

  it('that are accepted have an id, a package, a reason and a day', () => {
    expect(
      acceptedAdvisories.safeParse(
        JSON.parse(readFileSync(`${root}tools/workspace/src/supply-chain/advisories.json`, 'utf8')),
      ).success,
    ).toBe(true);
    for (const missing of Object.keys(accepted))
      expect(acceptedAdvisories.safeParse([{ ...accepted, [missing]: undefined }]).success).toBe(false);
  });
});

describe('the result of npm audit', () => {
  const stops: (() => void)[] = [];
  afterEach(() => stops.splice(0).forEach((stop) => stop()));

  /** A registry that responds to requests for advisories as given, and a project with `left` 1.0.0. */
  async function auditWith(status: number, advisories: unknown) {
    const server = createServer((request, response) => {
      const isAudit = request.url!.includes('/security/');
      request.resume().once('end', () => {
        response.writeHead(isAudit ? status : 200, { 'content-type': 'application/json' });
        response.end(
          JSON.stringify(
            isAudit
              ? advisories
              : {
                  name: 'left',
                  'dist-tags': { latest: '1.0.0' },
                  versions: { '1.0.0': { name: 'left', version: '1.0.0' } },
                },
          ),
        );
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const folder = mkdtempSync(path.join(tmpdir(), 'advisories-'));
    stops.push(
      () => server.close(),
      () => rmSync(folder, { recursive: true }),
    );
    const root = { name: 'project', version: '1.0.0', dependencies: { left: '1.0.0' } };
    writeFileSync(path.join(folder, 'package.json'), JSON.stringify(root));
    writeFileSync(
      path.join(folder, 'package-lock.json'),
      JSON.stringify({
        ...root,
        lockfileVersion: 3,
        requires: true,
        packages: { '': root, 'node_modules/left': { version: '1.0.0' } },
      }),
    );
    return audit(folder, {
      ...process.env,
      npm_config_registry: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
      npm_config_cache: path.join(folder, 'cache'),
      npm_config_fetch_retries: '0',
    });
  }

  it('is reported with the package and where it is installed', async () => {
    const advisory = {
      id: 1,
      url: `https://github.com/advisories/${found.id}`,
      title: found.title,
      severity: 'high',
      vulnerable_versions: '<2.0.0',
      cwe: [],
      cvss: { score: 7 },
    };
    expect(await auditWith(200, { left: [advisory] })).toEqual({ outcome: 'checked', advisories: [found] });
  });

  it('may have no advisories', async () => {
    expect(await auditWith(200, {})).toEqual({ outcome: 'checked', advisories: [] });
  });

  it('may be that the registry has no advisories, which is not the same as none found', async () => {
    expect(await auditWith(405, {})).toEqual({ outcome: 'not offered', why: expect.stringContaining('405') });
  });

  it('may be that the registry fails or does not respond', async () => {
    expect(await auditWith(503, {})).toEqual({ outcome: 'not reached', why: expect.stringContaining('503') });
    const nowhere = { ...process.env, npm_config_registry: 'http://127.0.0.1:9/', npm_config_fetch_retries: '0' };
    expect(await audit(root, nowhere)).toEqual({ outcome: 'not reached', why: expect.any(String) });
  });
});
