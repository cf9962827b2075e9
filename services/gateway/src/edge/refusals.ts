import { Catch, Injectable, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { refusalOfThrown } from '../problems/refusal.js';
import { problemAnswer, send } from '../problems/problem-answer.js';
import { isNavigation } from '../problems/is-navigation.js';
import { Page } from './page.js';

/** Refusals that a person who follows an address can do nothing with; the others say something of what a call was given. */
const isForPeople = (status: number) => [400, 404, 405, 429].includes(status) || status >= 500;

/** Answers for whatever could not be answered: problem JSON, and on a navigation the product's page. */
@Injectable()
@Catch()
export class Refusals implements ExceptionFilter {
  constructor(private readonly page: Page) {}

  /** What Nest itself refuses, an unknown path outside of /api among it. */
  catch(error: unknown, host: ArgumentsHost): void {
    // Events have answers of their own.
    if (host.getType() !== 'http') throw error;
    const http = host.switchToHttp();
    void this.answer(error, http.getRequest(), http.getResponse());
  }

  /** @param present what a program is sent */
  answer(error: unknown, request: FastifyRequest, reply: FastifyReply, present = problemAnswer): FastifyReply {
    const answer = present(refusalOfThrown(error));
    if (this.page.isBuilt && isNavigation(request) && isForPeople(answer.status)) return this.page.send(request, reply, { status: answer.status });
    return send(reply.header('cache-control', 'no-store'), answer);
  }
}
