import Fastify, { type FastifyInstance } from 'fastify';
import { describe, expect, it } from '@jest/globals';
import { isDeeperThan, readJsonBodies } from './json-bodies.js';

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

async function server(): Promise<FastifyInstance> {
  const fastify = Fastify();
  fastify.removeAllContentTypeParsers();
  readJsonBodies(fastify, 1_000_000);
  fastify.post('/', ({ body }) => ({ body: body ?? null }));
  await fastify.ready();
  return fastify;
}

describe('a JSON body', () => {
  it.each([
    [nested(32), 200],
    [nested(33), 400],
    ['{"a":'.repeat(200_000), 400],
    [`[${'[],'.repeat(1_000)}[]]`, 200],
    [`{"text":${JSON.stringify('[{"\\'.repeat(100))}}`, 200],
    ['{"__proto__":{}}', 400],
    ['', 200],
    ['{', 400],
  ])('%.40s returns %i', async (payload, status) => {
    const response = await (
      await server()
    ).inject({ method: 'POST', url: '/', headers: { 'content-type': 'application/json' }, payload });
    expect(response.statusCode).toBe(status);
  });
});

describe('isDeeperThan', () => {
  it.each([
    ['[[]]', false],
    ['[[[]]]', true],
    ['[{"a":[]}]', true],
    ['["[[["]', false],
    ['["\\"[[["]', false],
    ['["\\\\",[[]]]', true],
    ['[[],[],[]]', false],
  ])('%s: %s', (text, expected) => expect(isDeeperThan(text, 2)).toBe(expected));
});
