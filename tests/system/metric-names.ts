import { parse } from 'yaml';

/** @returns the names of the series in the text of `/metrics` */
export function namesIn(text: string): string[] {
  return [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name, type]) =>
    type === 'histogram' ? ['bucket', 'sum', 'count'].map((part) => `${name}_${part}`) : [name!],
  );
}

interface RuleFile {
  groups: { rules: { record?: string; expr: string }[] }[];
}

/** @returns the expressions of a file of rules, and the names that it records */
export function rulesIn(text: string): { expressions: string[]; recorded: string[] } {
  const rules = (parse(text) as RuleFile).groups.flatMap((group) => group.rules);
  return { expressions: rules.map(({ expr }) => expr), recorded: rules.flatMap(({ record }) => record ?? []) };
}

/** Of PromQL: operators and modifiers, which look like names. */
const WORDS = new Set([
  'and',
  'or',
  'unless',
  'by',
  'on',
  'bool',
  'offset',
  'group_left',
  'group_right',
  'ignoring',
  'without',
]);

/**
 * @returns the series that a PromQL expression reads: its names without selectors, durations, labels of groups and
 * functions
 */
export function seriesIn(expression: string): string[] {
  const bare = expression
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]|"[^"]*"/g, '')
    .replaceAll(/\b(by|on|ignoring|without|group_left|group_right)\s*\([^)]*\)/g, '');
  return [...bare.matchAll(/(?<!\w)[a-z_:][\w:]*(?!\w|\s*\()/gi)]
    .map(([name]) => name)
    .filter((name) => !WORDS.has(name));
}
