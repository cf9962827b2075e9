import type { FastifyInstance } from 'fastify';
import { Problem } from '../errors/problem.js';

/** Nesting limit of a body: several times what any call needs, and safe for recursive code. */
const MAX_DEPTH = 32;

/**
 * Reads JSON bodies on all our servers. An empty body counts as no body, whatever its type; one that is nested
 * too deeply is refused before it is parsed.
 * @param maxBytes size limit of a body in bytes
 */
export function readJsonBodies(server: FastifyInstance, maxBytes: number): void {
  const parse = server.getDefaultJsonParser('error', 'error');
  server.addContentTypeParser('application/json', { parseAs: 'string', bodyLimit: maxBytes }, (request, body, done) => {
    const text = body as string;
    if (text.length === 0) done(null, undefined);
    else if (isDeeperThan(text, MAX_DEPTH)) done(tooDeep());
    else void parse(request, text, done);
  });
}

const tooDeep = () =>
  Object.assign(new Problem('MALFORMED', `The body is nested deeper than ${MAX_DEPTH} levels.`), { statusCode: 400 });

const [QUOTE, BACKSLASH, ARRAY, ARRAY_END, OBJECT, OBJECT_END] = ['"', '\\', '[', ']', '{', '}'].map((sign) =>
  sign.charCodeAt(0),
);

/** Whether arrays and objects are nested deeper than `most`; invalid JSON is left to the parser. */
export function isDeeperThan(text: string, maxBytes: number): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (inString) {
      if (sign === BACKSLASH) at += 1;
      else if (sign === QUOTE) inString = false;
    } else if (sign === QUOTE) inString = true;
    else if (sign === ARRAY || sign === OBJECT) {
      depth += 1;
      if (depth > maxBytes) return true;
    } else if (sign === ARRAY_END || sign === OBJECT_END) depth -= 1;
  }
  return false;
}
