import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { filesBelow, root } from './files.js';

interface RuleFile {
  groups: {
    rules: { alert?: string; expr: string; annotations?: Record<string, string>; labels?: Record<string, string> }[];
  }[];
}
interface RuleTests {
  tests: { alert_rule_test: { alertname: string; exp_alerts?: unknown[] }[] }[];
}

const ymlOf = (folder: string) =>
  filesBelow(`observability/prometheus/${folder}`).filter((file) => file.endsWith('.yml'));
const read = <T>(file: string) => parse(readFileSync(root + file, 'utf8')) as T;
const alerts = ymlOf('rules').flatMap((file) =>
  read<RuleFile>(file).groups.flatMap(({ rules }) => rules.filter(({ alert }) => alert)),
);

/** As GitHub makes it of a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-');

/** Of Debian's package prometheus. */
const hasPromtool = spawnSync('promtool', ['--version']).error === undefined;
const withPromtool = hasPromtool ? it : it.skip;

describe('the rules of alerts', () => {
  withPromtool('are valid (needs promtool)', () =>
    expect(
      execFileSync('promtool', ['check', 'config', 'observability/prometheus/prometheus.yml'], {
        cwd: root,
        encoding: 'utf8',
      }),
    ).toContain('SUCCESS'),
  );

  withPromtool(
    'fire where they should and nowhere else (needs promtool)',
    () => {
      const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', ...ymlOf('tests')], {
        cwd: root,
        encoding: 'utf8',
      });
      expect({ status, output: status === 0 ? '' : stdout + stderr }).toEqual({ status: 0, output: '' });
    },
    180_000,
  );

  it('are each seen to fire and to stay silent', () => {
    const tests = ymlOf('tests').flatMap((file) => read<RuleTests>(file).tests.flatMap((test) => test.alert_rule_test));
    const names = alerts.map(({ alert }) => alert!).sort();
    const named = (fires: boolean) =>
      [
        ...new Set(
          tests
            .filter(({ exp_alerts: expected = [] }) => expected.length > 0 === fires)
            .map(({ alertname }) => alertname),
        ),
      ].sort();
    expect(named(true)).toEqual(names);
    expect(named(false)).toEqual(names);
  });

  it.each(alerts.map(({ alert, annotations, labels }) => [alert!, annotations!, labels!] as const))(
    '%s has a summary, an urgency, and a link to its runbook',
    (alert, annotations, labels) => {
      expect(annotations['summary']).toMatch(/\w/);
      expect(['page', 'ticket']).toContain(labels['severity']);
      const [file, anchor] = annotations['runbook_url']!.split('#') as [string, string];
      const headings = [...readFileSync(root + file, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
        anchorOf(heading!),
      );
      expect(anchor).toBe(alert.toLowerCase());
      expect(headings).toContain(anchor);
    },
  );
});
