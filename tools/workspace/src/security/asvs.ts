import { readFileSync } from 'node:fs';
import { z } from 'zod';

const common = {
  id: z.string().regex(/^v5\.0\.0-\d+\.\d+\.\d+$/),
  level: z.union([z.literal(1), z.literal(2)]),
  what: z.string().min(3),
};

/**
 * docs/security/asvs.json: each requirement of OWASP ASVS 5.0.0, levels 1 and 2, by its id, with a description of
 * our own.
 */
const requirements = z.array(
  z.discriminatedUnion('status', [
    /** Each test as `file: title`, the title as it is in the source. */
    z.strictObject({
      ...common,
      status: z.literal('tested'),
      tests: z.array(z.string().regex(/^\S+\.(spec|tests|e2e)\.tsx?: .+/)).min(1),
    }),
    /** A section of a document, as a path from the root. */
    z.strictObject({ ...common, status: z.literal('described'), where: z.string() }),
    z.strictObject({ ...common, status: z.enum(['not applicable', 'open']), why: z.string().min(15) }),
  ]),
);
export type Requirement = z.infer<typeof requirements>[number];

export const readRequirements = (root: string): Requirement[] =>
  requirements.parse(JSON.parse(readFileSync(`${root}docs/security/asvs.json`, 'utf8')));

/** Whether a file's source has a test of this title, as `it('title', …` or `it.each(…)('title', …`. */
export function hasTest(source: string, title: string): boolean {
  const escaped = title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?:\\b(?:it|test)|\\))\\(\\s*(['"\`])${escaped}\\1,`).test(source.replaceAll("\\'", "'"));
}

const CHAPTERS = [
  '',
  'Encoding and sanitization',
  'Validation and business logic',
  'Web front end',
  'API and web service',
  'File handling',
  'Authentication',
  'Session management',
  'Authorization',
  'Self-contained tokens',
  'OAuth and OpenID Connect',
  'Cryptography',
  'Secure communication',
  'Configuration',
  'Data protection',
  'Secure coding and architecture',
  'Logging and error handling',
  'WebRTC',
];

/** docs/security/asvs.md. */
export function asvsDoc(root: string): string {
  const all = readRequirements(root);
  const counted = (status: Requirement['status']) => all.filter((one) => one.status === status).length;
  const chapterOf = ({ id }: Requirement) => Number(id.slice('v5.0.0-'.length).split('.')[0]);
  return `# OWASP ASVS 5.0, levels 1 and 2

\`npm run generate\` writes this page from [asvs.json](asvs.json). It lists the requirements of the
[OWASP Application Security Verification Standard](https://owasp.org/www-project-application-security-verification-standard/)
5.0.0 (© The OWASP Foundation, CC BY-SA 4.0) by their ids. The short descriptions are ours; the standard's text counts. A test
proves that every named test and section exists.

| | requirements |
|---|---|
| shown by automated tests | ${counted('tested')} |
| shown by a text | ${counted('described')} |
| open | ${counted('open')} |
| not applicable | ${counted('not applicable')} |
| all of levels 1 and 2 | ${all.length} |

## Open

${table(all.filter(({ status }) => status === 'open'))}
${CHAPTERS.flatMap((name, chapter) =>
  name === '' ? [] : [`## V${chapter} ${name}\n\n` + `${table(all.filter((one) => chapterOf(one) === chapter))}`],
).join('\n')}`;
}

const table = (rows: Requirement[]) =>
  `| id | level | what | shown by |\n|---|---|---|---|\n${rows
    .map((one) => `| ${one.id} | ${one.level} ` + `| ${cell(one.what)} | ${shownBy(one)} |\n`)
    .join('')}`;

function shownBy(one: Requirement): string {
  if (one.status === 'tested')
    return one.tests.map((test) => cell(test.replace(/^(\S+): (.+)$/, '`$1`: $2'))).join('<br>');
  if (one.status === 'described') return `[${one.where}](../../${one.where})`;
  return `${one.status}: ${cell(one.why)}`;
}

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
