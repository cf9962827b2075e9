import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { InjectConfig, Problem, sendProblem } from '@sprayhunt/service-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Counter } from 'prom-client';
import Stripe from 'stripe';
import type { CommerceConfig } from '../config.js';
import { PaymentEvents } from './payment-events.js';
import { verifyEvent, type SignedEvent } from './signed-event.js';

/** Stripe's largest events are some tens of kilobytes. */
const MAX_BODY_BYTES = 256 * 1_024;

const rejectedCounter = new Counter({
  name: 'payment_events_refused_total',
  help: 'Webhook calls rejected because Stripe has not signed them',
});

/**
 * `POST /webhooks/stripe`, to which the gateway passes the raw body and the signature: 204 when the event is stored.
 */
@Injectable()
export class WebhookRoute implements OnModuleInit {
  constructor(
    private readonly host: HttpAdapterHost,
    private readonly stripe: Stripe,
    private readonly events: PaymentEvents,
    @InjectConfig() private readonly config: CommerceConfig,
  ) {}

  onModuleInit(): void {
    const server = this.host.httpAdapter.getInstance<FastifyInstance>();
    void server.register((scope, _options, done) => {
      // The signature covers the received bytes.
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES }, (_request, body, read) =>
        read(null, body),
      );
      scope.setErrorHandler((error: Error & { statusCode?: number }, request, reply) =>
        sendProblem(error.statusCode === 413 ? tooLarge() : error, request, reply),
      );
      scope.post('/webhooks/stripe', (request, reply) => this.receive(request, reply));
      done();
    });
  }

  private async receive({ body, headers }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    await this.events.receive(this.verify(body, headers['stripe-signature']));
    return reply.code(204).send();
  }

  /** @throws Problem `MALFORMED` for a body that is not a recently signed event */
  private verify(body: unknown, signature: string | string[] | undefined): SignedEvent {
    try {
      if (!(body instanceof Buffer) || typeof signature !== 'string')
        throw new Error('The request has no body or no signature');
      return verifyEvent(this.stripe, body, signature, this.config.STRIPE_WEBHOOK_SECRET!);
    } catch (error) {
      rejectedCounter.inc();
      throw new Problem('MALFORMED', 'This is not an event with a valid signature.', { cause: error });
    }
  }
}

const tooLarge = () => new Problem('PAYLOAD_TOO_LARGE', 'An event is at most 256 KB.');
