import { readFileSync } from 'node:fs';
import { ERROR_CODES, statusOf } from '@sprayhunt/service-kit';
import type { FastifyInstance } from 'fastify';
import { PRODUCT_NAME } from '../product.js';

interface Parameter {
  name: string;
  in: string;
  required: boolean;
  description?: string;
  schema: { type?: string; default?: unknown; description?: string };
}

interface Operation {
  summary: string;
  security?: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: { properties?: Record<string, { description?: string }> } }> };
  responses: Record<string, { description: string }>;
}

interface Description {
  paths: Record<string, Record<string, Operation>>;
}

/**
 * The REST description for programs (`/openapi.json`) and people (`/api/docs`), the schema of GraphQL
 * (`/schema.graphql`), and what changed in both (`/api/changelog`).
 */
export function apiDocs(server: FastifyInstance): void {
  const json = readFileSync(new URL('../rest/openapi.json', import.meta.url), 'utf8');
  const html = page(JSON.parse(json) as Description);
  const schema = readFileSync(new URL('../graphql/api.graphql', import.meta.url), 'utf8');
  server.get('/schema.graphql', (_request, reply) =>
    reply
      .headers({
        'content-type': 'text/plain; charset=utf-8',
        'content-disposition': 'attachment; filename="schema.graphql"',
        'cache-control': 'no-cache',
      })
      .send(schema),
  );
  const changelog = readFileSync(new URL('./api-changelog.json', import.meta.url), 'utf8');
  server.get('/api/changelog', (_request, reply) =>
    reply.headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-cache' }).send(changelog),
  );
  server.get('/openapi.json', (_request, reply) =>
    reply.headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-cache' }).send(json),
  );
  server.get('/api/docs', (_request, reply) =>
    reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      })
      .send(html),
  );
}

const page = ({ paths }: Description) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${PRODUCT_NAME} REST</title>
<style>
:root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 18%, transparent); }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
h2 { font-size: 1.05rem; margin: 0; } section { border-top: 1px solid var(--line); padding: 1rem 0; }
code { font: .92em ui-monospace, monospace; } .method { display: inline-block; min-width: 4rem; font-weight: 700; }
.scroll { overflow-x: auto; } table { border-collapse: collapse; width: 100%; margin-top: .5rem; }
th, td { text-align: left; vertical-align: top; padding: .3rem .8rem .3rem 0; border-bottom: 1px solid var(--line); }
th, td { font-size: .92rem; } p { margin: .3rem 0; }
</style></head><body><main>
<h1>${PRODUCT_NAME} REST</h1>
<p>Bodies are JSON. A refusal is <code>application/problem+json</code>.
For programs: <a href="/openapi.json">openapi.json</a>.</p>
${Object.entries(paths)
  .flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => section(method, path, operation)),
  )
  .join('\n')}
<section><h2>Codes of refusals</h2>${table(
  ['Code', 'Status', 'Meaning'],
  ERROR_CODES.map((code) => [`<code id="${code}">${code}</code>`, String(statusOf(code).status), statusOf(code).title]),
)}</section>
</main></body></html>`;

function section(
  method: string,
  path: string,
  { summary, security, parameters = [], requestBody, responses }: Operation,
): string {
  const body = Object.values(requestBody?.content ?? {})[0]?.schema.properties ?? {};
  const rows = [
    ...parameters.map(({ name, in: location, required, description, schema }) => [
      code(name),
      location,
      note(required, description ?? schema.description, schema.default),
    ]),
    ...Object.entries(body).map(([name, schema]) => [code(name), 'body', note(false, schema.description, undefined)]),
  ];
  const statuses = Object.entries(responses).filter(([status]) => status !== 'default');
  return `<section><h2><span class="method">${method.toUpperCase()}</span> ${code(path)}</h2>
<p>${escaped(summary)}${whoMay(security)} · returns ${statuses.map(([status]) => status).join(', ')}</p>
${rows.length ? table(['Name', 'In', ''], rows) : ''}</section>`;
}

/** By default everyone except partners. */
function whoMay(security: Operation['security'] = []): string {
  const scopes = security.find(({ partner }) => partner)?.['partner'];
  if (scopes) return ` · partners need ${scopes.map(code).join(' and ')}`;
  return security.length > 0 ? ' · needs a session' : '';
}

const note = (required: boolean, description: string | undefined, preset: unknown) =>
  [
    required ? 'Required.' : '',
    escaped(description ?? ''),
    preset === undefined ? '' : `Default ${escaped(JSON.stringify(preset))}.`,
  ]
    .filter(Boolean)
    .join(' ');

function table(heads: string[], rows: string[][]): string {
  const head = `<tr>${heads.map((name) => `<th>${name}</th>`).join('')}</tr>`;
  const body = rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('');
  return `<div class="scroll"><table>${head}${body}</table></div>`;
}

const code = (text: string) => `<code>${escaped(text)}</code>`;
const escaped = (text: string) => text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
