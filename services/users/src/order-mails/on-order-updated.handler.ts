import { Controller } from '@nestjs/common';
import { type EventOf, orderUpdated } from '@sprayhunt/contracts';
import { InjectConfig, OnEvent } from '@sprayhunt/service-kit';
import type { EntityManager } from 'typeorm';
import type { UsersConfig } from '../config.js';
import { Messages } from '../messages/messages.js';
import { orderMail } from './order-mail.js';

/** Sends buyers the receipt and the news of their orders. An order has an e-mail address of its own, which no account need have. */
@Controller()
export class OnOrderUpdatedHandler {
  constructor(
    private readonly messages: Messages,
    @InjectConfig() private readonly config: UsersConfig,
  ) {}

  @OnEvent(orderUpdated, 'mail-order')
  async send(events: EventOf<typeof orderUpdated>[], tx: EntityManager): Promise<void> {
    // What is sent is not kept here: the order is commerce's.
    for (const { data } of events) await this.messages.write(tx, orderMail(data, this.config.PUBLIC_URL), { forgetWhenSent: true });
  }
}
