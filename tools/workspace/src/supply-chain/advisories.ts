import { spawn } from 'node:child_process';
import { z } from 'zod';

/** One of `advisories.json`: an advisory that is known and accepted for a while. */
export const acceptedAdvisories = z.array(
  z.strictObject({
    id: z.string().regex(/^GHSA(-[a-z0-9]{4}){3}$/),
    package: z.string().min(1),
    why: z.string().min(20),
    until: z.iso.date(),
  }),
);
type Accepted = z.infer<typeof acceptedAdvisories>[number];

interface Advisory {
  id: string;
  package: string;
  title: string;
  severity: string;
  /** Versions that are affected, as a range. */
  range: string;
  /** Where they are installed. */
  paths: string[];
}

/** Result of the registry: `not offered` without such a service, `not reached` if the request failed. */
export type Audit =
  { outcome: 'checked'; advisories: Advisory[] } | { outcome: 'not offered' | 'not reached'; why: string };

const fault = z.object({ message: z.string(), statusCode: z.number().optional() });
const via = z.object({ name: z.string(), title: z.string(), url: z.string(), severity: z.string(), range: z.string() });
const report = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({ via: z.array(z.union([z.string(), via])), nodes: z.array(z.string()) }),
  ),
});

/** Statuses of a registry, or a mirror of one, that has no advisories: no such path, method or feature. */
const NOT_OFFERED = [400, 403, 404, 405, 410, 501];

/** Requests advisories from the registry on the packages of package-lock.json, by `npm audit`. */
export async function audit(root: string, env: NodeJS.ProcessEnv = process.env): Promise<Audit> {
  const output = await outputOf(['audit', '--json', '--package-lock-only'], root, env);
  const reply: unknown = output === '' ? { message: 'npm audit printed nothing' } : JSON.parse(output);
  const parsed = report.safeParse(reply);
  if (parsed.success) return { outcome: 'checked', advisories: advisoriesOf(parsed.data) };
  const { message, statusCode } = fault.parse(reply);
  return {
    outcome: statusCode !== undefined && NOT_OFFERED.includes(statusCode) ? 'not offered' : 'not reached',
    why: message,
  };
}

/**
 * What to do about the advisories, a sentence each.
 *
 * @param today `YYYY-MM-DD`; an accepted advisory counts again after its day
 */
export function advisoryProblems(advisories: Advisory[], accepted: Accepted[], today: string): string[] {
  const acceptedOf = ({ id, package: name }: Advisory) => accepted.find((one) => one.id === id && one.package === name);
  return [
    ...advisories
      .filter((each) => !acceptedOf(each) || acceptedOf(each)!.until < today)
      .map(
        (each) =>
          `${each.id} (${each.severity}) ${each.package} ${each.range}: ${each.title}; ${
            acceptedOf(each) ? `accepted until ` + `${acceptedOf(each)!.until}` : 'not accepted'
          }; ${each.paths.join(', ')}`,
      ),
    ...accepted
      .filter((one) => !advisories.some((each) => acceptedOf(each) === one))
      .map(
        ({ id, package: name }) =>
          `${id} ${name} is accepted, but affects nothing any more: remove it from advisories.json`,
      ),
  ];
}

function advisoriesOf({ vulnerabilities }: z.infer<typeof report>): Advisory[] {
  const found = Object.values(vulnerabilities).flatMap(({ via: causes, nodes }) =>
    causes.flatMap((cause) =>
      typeof cause === 'string'
        ? []
        : {
            id: cause.url.split('/').at(-1)!,
            package: cause.name,
            title: cause.title,
            severity: cause.severity,
            range: cause.range,
            paths: nodes,
          },
    ),
  );
  return [...new Map(found.map((each) => [`${each.id} ${each.package}`, each])).values()];
}

/** npm ends with 1 for advisories and for faults alike; what it printed tells them apart. */
function outputOf(args: string[], cwd: string, env: NodeJS.ProcessEnv): Promise<string> {
  return new Promise((resolve, reject) => {
    const npm = spawn('npm', args, { cwd, env, stdio: ['ignore', 'pipe', 'ignore'] });
    let output = '';
    npm.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    npm.once('error', reject);
    npm.once('close', () => resolve(output.trim()));
  });
}
