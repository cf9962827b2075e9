// `npm run checklist`: which points of docs/checklist.md have a passing test, by area, as of the last `npm test`.
import { readFileSync } from 'node:fs';
import { allTests } from './reports.mjs';
import { root } from './steps.mjs';

const POINT = /^- ([A-Z0-9]+-\d+(?:\.\d+)?) \| (.*?) \| check: (\w+)/;
const ID = /\b[A-Z][A-Z0-9]*-(?:\d{2,}|\d+\.\d+)\b/g;

/** @returns {Map<string, { id: string, text: string }[]>} points by their heading */
function readChecklist() {
  const areas = new Map();
  let area = '';
  for (const line of readFileSync(`${root}docs/checklist.md`, 'utf8').split('\n')) {
    if (line.startsWith('## ')) area = line.slice(3);
    const [, id, text] = POINT.exec(line) ?? [];
    if (id) areas.set(area, [...(areas.get(area) ?? []), { id, text }]);
  }
  return areas;
}

const tests = allTests();
if (tests.length === 0) {
  console.error('No test reports found. Run npm test first.');
  process.exit(1);
}
const idsOf = (status) =>
  new Set(tests.filter((test) => test.status === status).flatMap(({ title }) => title.match(ID) ?? []));
const failed = idsOf('failed');
const passed = idsOf('passed');
const areas = readChecklist();
const known = new Set([...areas.values()].flat().map(({ id }) => id));

const all = { proven: 0, points: 0 };
for (const [area, points] of areas) {
  const proven = points.filter(({ id }) => passed.has(id) && !failed.has(id));
  const open = points.filter((point) => !proven.includes(point));
  all.proven += proven.length;
  all.points += points.length;
  console.log(`\n${area}: ${proven.length} of ${points.length} have a passing test`);
  if (proven.length > 0) console.log(`  proven: ${proven.map(({ id }) => id).join(' ')}`);
  for (const { id, text } of open) console.log(`  ${failed.has(id) ? 'FAILS ' : 'no test'} ${id} ${text}`);
}
const unknown = [...passed, ...failed].filter(
  (id) => !known.has(id) && [...known].some((other) => other.startsWith(`${id.split('-')[0]}-`)),
);
if (unknown.length > 0) console.log(`\nIn test titles, but not on the checklist: ${unknown.join(' ')}`);
console.log(`\n${all.proven} of ${all.points} points have a passing test`);
