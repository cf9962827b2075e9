import { Catch, Injectable, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isNavigation, refusalOfThrown } from '../problems/refusal.js';
import { problemResponse, send } from '../problems/problem-response.js';
import { Page } from './page.js';

/** Errors shown as a page to people who follow a link; the others concern a call's input. */
const isForPeople = (status: number) => [400, 404, 405, 429].includes(status) || status >= 500;

/** Responses to requests that failed: problem JSON, or on a navigation the product's page. */
@Injectable()
@Catch()
export class Refusals implements ExceptionFilter {
  constructor(private readonly page: Page) {}

  /** Errors of Nest itself, such as unknown paths outside /api. */
  catch(error: unknown, host: ArgumentsHost): void {
    // Events have their own error handling.
    if (host.getType() !== 'http') throw error;
    const http = host.switchToHttp();
    void this.respond(error, http.getRequest(), http.getResponse());
  }

  /** @param present builds the response for a program */
  respond(error: unknown, request: FastifyRequest, reply: FastifyReply, present = problemResponse): FastifyReply {
    const response = present(refusalOfThrown(error));
    if (this.page.isBuilt && isNavigation(request) && isForPeople(response.status))
      return this.page.send(request, reply, { status: response.status });
    return send(reply.header('cache-control', 'no-store'), response);
  }
}
