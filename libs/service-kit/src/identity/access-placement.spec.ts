import { Query, ResolveField, ResolveReference, Resolver } from '@nestjs/graphql';
import { expect, it } from '@jest/globals';
import { rejectAccessOnFields } from './access-placement.js';
import { Access } from './access.guard.js';

@Resolver('Wall')
class OperationResolver {
  @Query()
  @Access('anyone')
  wall() {}

  @ResolveField()
  isSaved() {}
}

@Resolver('Wall')
class FieldResolver {
  @ResolveField()
  @Access({ role: 'moderator' })
  reports() {}
}

@Resolver('Wall')
class ReferenceResolver {
  @Access('signed-in')
  @ResolveReference()
  reference() {}
}

it('the access of an operation is declared at its method', () => {
  expect(() => rejectAccessOnFields(OperationResolver)).not.toThrow();
});

it.each([
  [FieldResolver, 'FieldResolver.reports'],
  [ReferenceResolver, 'ReferenceResolver.reference'],
])('access declared at a field or a reference, where no guard runs, is rejected', (resolver, method) => {
  expect(() => rejectAccessOnFields(resolver)).toThrow(`@Access has no effect on ${method}`);
});
