import { Catch, UseFilters, type RpcExceptionFilter } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import type { EventDefinition, EventOf } from '@sprayhunt/contracts';
import { throwError, type Observable } from 'rxjs';
import type { EntityManager } from 'typeorm';
import type { HandlerOptions } from './event-handler.js';

/** The id of our transport: no other transport of the process handles these patterns. */
export const JETSTREAM = Symbol('jetstream');

export interface HandlerMetadata extends HandlerOptions {
  definition: EventDefinition;
  handler: string;
}

/** Passes a handler's error to the transport unchanged; Nest's own filter would hide it. */
@Catch()
class PassOn implements RpcExceptionFilter {
  catch(error: unknown): Observable<never> {
    return throwError(() => error);
  }
}

/**
 * Makes a controller's method the handler of an event. It receives batches of events that it has not applied yet, in
 * the transaction that records them: all writes through `tx` are applied once, other effects may be repeated.
 *
 * Events arrive roughly in the order of their commits, without a guarantee.
 *
 * @param handler unique within the service and never renamed: the position in the stream depends on it
 */
export function OnEvent<D extends EventDefinition>(definition: D, handler: string, options: HandlerOptions<D> = {}) {
  const metadata: HandlerMetadata = { ...(options as HandlerOptions), definition, handler };
  return <T extends (events: EventOf<D>[], tx: EntityManager) => unknown>(
    target: object,
    key: string,
    descriptor: TypedPropertyDescriptor<T>,
  ): void => {
    Payload()(target, key, 0);
    Ctx()(target, key, 1);
    EventPattern(`${definition.subject}#${handler}`, JETSTREAM, metadata)(
      target,
      key,
      descriptor as PropertyDescriptor,
    );
    UseFilters(PassOn)(target, key, descriptor);
  };
}
