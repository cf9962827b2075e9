import { Controller } from '@nestjs/common';
import { type EventOf, orderUpdated } from '@sprayhunt/contracts';
import { InjectConfig, OnEvent } from '@sprayhunt/service-kit';
import type { EntityManager } from 'typeorm';
import type { UsersConfig } from '../config.js';
import { Messages } from '../messages/messages.js';
import { orderMail } from './order-mail.js';

/**
 * Sends buyers the receipt and updates of their orders. An order has its own e-mail address, which need not belong to
 * an account.
 */
@Controller()
export class OnOrderUpdatedHandler {
  constructor(
    private readonly messages: Messages,
    @InjectConfig() private readonly config: UsersConfig,
  ) {}

  @OnEvent(orderUpdated, 'mail-order')
  async send(events: EventOf<typeof orderUpdated>[], tx: EntityManager): Promise<void> {
    // The mail is not stored here: the order belongs to commerce.
    for (const { data } of events)
      await this.messages.write(tx, orderMail(data, this.config.PUBLIC_URL), { deleteWhenSent: true });
  }
}
