import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { problemJson } from './problem-json.js';

/** For controllers of plain routes: returns every thrown error as problem JSON. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    const { status, headers, body } = problemJson(error);
    void host.switchToHttp().getResponse<FastifyReply>().code(status).headers(headers).send(JSON.stringify(body));
  }
}
