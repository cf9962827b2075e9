import { Injectable } from '@nestjs/common';
import { type FieldFault, log, Problem } from '@sprayhunt/service-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { describedBy, emptyResponse, REFUSED } from '../openapi/route-schema.js';
import { RateLimits } from '../limits/rate-limits.js';
import {
  DEVICES,
  MAX_ERRORS,
  MAX_NAME,
  MAX_VALUE,
  pageErrors,
  pageLoads,
  SCREENS,
  VITALS,
  type Vital,
} from './page-metrics.js';

/**
 * What the page reports once it is left: no address, no text of a message, nothing about its user. Milliseconds; CLS
 * has no unit.
 */
const pageReport = z.strictObject({
  screen: z.enum(SCREENS),
  device: z.enum(DEVICES),
  vitals: z
    .array(
      z.strictObject({
        name: z.enum(Object.keys(VITALS) as [Vital, ...Vital[]]),
        value: z.number().min(0).max(MAX_VALUE).describe('Milliseconds; CLS has no unit.'),
      }),
    )
    .max(Object.keys(VITALS).length),
  errors: z
    .array(
      z.strictObject({
        name: z
          .string()
          .max(MAX_NAME)
          .regex(/^[A-Za-z]+$/)
          .describe('Class of the error.'),
        place: z
          .string()
          .max(100)
          .regex(/^(unknown|[\w.-]{1,80}\.js:\d{1,7}:\d{1,7})$/)
          .describe('`home-1a2b.js:1:345` or `unknown`.'),
      }),
    )
    .max(MAX_ERRORS),
});

const REPORT = {
  operationId: 'reportPage',
  summary: 'Takes from the page how fast it was and where it failed; needs no session',
  body: z.toJSONSchema(pageReport),
  response: { 204: emptyResponse('Counted'), default: REFUSED },
};

/** An error with a position in a script is logged once in this time by a process; each is counted. Milliseconds. */
const LOGGED_AGAIN = 3_600_000;
const MAX_LOGGED = 500;

/**
 * `POST /api/page-reports`: how fast the page was for players, and its errors. Open to everyone; it needs no session
 * and reads no cookie.
 */
@Injectable()
export class PageReports {
  private readonly logged = new LRUCache<string, true>({ max: MAX_LOGGED, ttl: LOGGED_AGAIN });

  constructor(private readonly limits: RateLimits) {}

  /** On a server whose paths begin with /api. */
  register(server: FastifyInstance): void {
    // The server's validator checks no lengths.
    server.post('/page-reports', describedBy(REPORT), (request, reply) => this.receive(request, reply));
  }

  private async receive(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    await this.limits.count('pageReports', request.ip);
    const { screen, device, vitals, errors } = read(request.body);
    for (const { name, value } of vitals)
      VITALS[name].observe({ vital: name, screen, device }, value / VITALS[name].unit);
    pageLoads.inc({ screen, device });
    for (const error of errors) this.count({ screen, ...error });
    return reply.code(204).send();
  }

  private count(error: { screen: string; name: string; place: string }): void {
    pageErrors.inc({ screen: error.screen });
    const key = `${error.name} ${error.place}`;
    if (this.logged.has(key)) return;
    this.logged.set(key, true);
    log.warn(error, 'The page failed');
  }
}

function read(body: unknown): z.infer<typeof pageReport> {
  const { success, data, error } = pageReport.safeParse(body);
  if (success) return data;
  const fields: FieldFault[] = error.issues.map(({ path, message }) => ({
    field: path.join('.') || 'body',
    code: 'INVALID',
    detail: `${message}.`,
  }));
  throw new Problem('VALIDATION_FAILED', 'Please check these fields of the report.', { fields });
}
