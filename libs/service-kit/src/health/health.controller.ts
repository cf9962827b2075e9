import { Controller, Get, HttpStatus, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Access } from '../identity/access.guard.js';
import { Readiness } from './readiness.js';

/** Liveness and readiness for the launcher and the cluster: a status, no detail. */
@Controller()
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  @Get('healthz')
  @Access('anyone')
  alive() {
    return { status: 'ok' };
  }

  @Get('readyz')
  @Access('anyone')
  async ready(@Res({ passthrough: true }) reply: FastifyReply) {
    const ready = await this.readiness.isReady();
    if (!ready) void reply.status(HttpStatus.SERVICE_UNAVAILABLE);
    return { status: ready ? 'ok' : 'unavailable' };
  }
}
