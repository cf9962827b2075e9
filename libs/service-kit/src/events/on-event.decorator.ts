import { Catch, UseFilters, type RpcExceptionFilter } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import type { EventDefinition, EventOf } from '@sprayhunt/contracts';
import { throwError, type Observable } from 'rxjs';
import type { EntityManager } from 'typeorm';
import type { HandlerOptions } from './event-handler.js';

/** The id of our transport: what is marked with it, no other transport of the process listens to. */
export const JETSTREAM = Symbol('jetstream');

export interface HandlerMark extends HandlerOptions {
  definition: EventDefinition;
  handler: string;
}

/** Lets the error of a handler reach the transport as it is; Nest's own filter would hide it. */
@Catch()
class PassOn implements RpcExceptionFilter {
  catch(error: unknown): Observable<never> {
    return throwError(() => error);
  }
}

/**
 * Makes a controller's method the handler of an event. It is called with batches of events that
 * this handler has not applied yet, inside the transaction that remembers that it has; whatever it
 * writes through `tx` is applied once, whatever it does beside it may happen again.
 *
 * The order of events is nearly that of their commits, and not promised.
 *
 * @param handler unique within the service and never renamed: the place in the stream hangs on it
 */
export function OnEvent<D extends EventDefinition>(definition: D, handler: string, options: HandlerOptions<D> = {}) {
  const mark: HandlerMark = { ...(options as HandlerOptions), definition, handler };
  return <T extends (events: EventOf<D>[], tx: EntityManager) => unknown>(target: object, key: string, descriptor: TypedPropertyDescriptor<T>): void => {
    Payload()(target, key, 0);
    Ctx()(target, key, 1);
    EventPattern(`${definition.subject}#${handler}`, JETSTREAM, mark)(target, key, descriptor as PropertyDescriptor);
    UseFilters(PassOn)(target, key, descriptor);
  };
}
