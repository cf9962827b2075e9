import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { hasAccessRule } from './access.guard.js';

// Keys of @nestjs/graphql, which does not export them.
const FIELD = 'graphql:resolve_property';
const REFERENCE = 'graphql:resolve_reference';

interface Resolver {
  name: string;
  prototype: object;
}

/**
 * @throws Error if `@Access` is on a method with `@ResolveField` or `@ResolveReference`: Nest runs guards for
 *   operations only, so it would protect nothing
 */
export function rejectAccessOnFields({ name: resolver, prototype }: Resolver): void {
  for (const [name, { value: method }] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
    if (typeof method !== 'function' || !hasAccessRule(method as object)) continue;
    if (Reflect.hasMetadata(FIELD, method as object) || Reflect.hasMetadata(REFERENCE, method as object))
      throw new Error(`@Access has no effect on ${resolver}.${name}: declare it at the operations that lead there`);
  }
}

/** Fails the start of a service that declares access where no guard runs. */
@Injectable()
export class AccessPlacement implements OnModuleInit {
  constructor(private readonly discovery: DiscoveryService) {}

  onModuleInit(): void {
    for (const { metatype } of this.discovery.getProviders())
      if (typeof metatype === 'function' && metatype.prototype) rejectAccessOnFields(metatype);
  }
}
