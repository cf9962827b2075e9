import { randomUUID } from 'node:crypto';
import { Supergraph } from '@apollo/federation-internals';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  typeFromAST,
  type GraphQLInputType,
  type OperationDefinitionNode,
} from 'graphql';
import { GraphExecutor } from '../src/graphql/graph-executor.js';
import { readSupergraph } from '../src/graphql/planner.js';
import { operationOf, shippedOperations } from '../src/rest/shipped-operations.js';
import type { GraphCaller } from '../src/subgraphs/subgraph-client.js';
import { IdentitySigner } from '../src/identity/identity-signer.js';
import { runGateway, type RunningGateway } from './running-gateway.js';
import { account, CODE, connection, discovery, notification, passkey, post } from './stub-responses.js';
import { refusal } from './stub-subgraph.js';

let gateway: RunningGateway;
let executor: GraphExecutor;
let caller: GraphCaller;

const id = randomUUID();
/** A value of each scalar type. */
const SCALARS: Record<string, unknown> = {
  ID: id,
  String: 'text',
  Int: 1,
  Float: 1.5,
  Boolean: true,
  DateTime: '2026-01-02T03:04:05.000Z',
  JSON: { id: 'AAAA' },
};

/** By name, values that the stubs take alone. */
const SPECIAL: Record<string, unknown> = { code: CODE, signature: '0x12' };

const schema = Supergraph.build(readSupergraph()).apiSchema().toGraphQLJSSchema();

function exampleOf(type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return exampleOf(type.ofType);
  if (isListType(type)) return [exampleOf(type.ofType)];
  if (isEnumType(type)) return type.getValues()[0]!.name;
  if (isInputObjectType(type))
    return Object.fromEntries(Object.values(type.getFields()).map((field) => [field.name, exampleOf(field.type)]));
  return SCALARS[type.name];
}

/** A value for each variable of an operation, also for those that may be left out. */
const variablesOf = ({ variableDefinitions = [] }: OperationDefinitionNode) =>
  Object.fromEntries(
    variableDefinitions.map(({ variable: { name }, type }) => [
      name.value,
      SPECIAL[name.value] ?? exampleOf(typeFromAST(schema, type) as GraphQLInputType),
    ]),
  );

beforeAll(async () => {
  gateway = await runGateway();
  executor = gateway.app.get(GraphExecutor);
  const signer = gateway.app.get(IdentitySigner);
  const identity = {
    kind: 'player',
    subject: id,
    status: 'verified',
    session: 'session',
    address: '127.0.0.1',
  } as const;
  caller = {
    authorization: (audience) => signer.authorization(identity, audience),
    // Each of another request.
    get keyed() {
      return { key: randomUUID(), holder: id };
    },
  };
  const { discovery: discoveries, users } = gateway;
  discoveries.root['discoveriesNearby'] = () =>
    connection([discovery({ id }), discovery({ id, title: null, year: null, imageUrl: null })], {
      hasNextPage: true,
      endCursor: 'next',
    });
  const grant = (_: unknown, call: Parameters<(typeof users.root)[string]>[1]) =>
    void call.reply.header('x-session-grant', JSON.stringify({ accountId: id, status: 'verified' }));
  users.root['me'] = () => account({ id });
  users.root['completeProfile'] = () => account({ id });
  users.root['player'] = () => account({ id, wallet: null });
  const author = account({ id });
  const samePost = post({ id, threadId: id, author, replies: connection([post({ id, threadId: id, author })]) });
  for (const one of ['thread', 'createThread', 'replyToThread', 'likePost', 'unlikePost'])
    users.root[one] = () => samePost;
  users.root['threads'] = () => connection([samePost]);
  users.root['notifications'] = () => ({
    ...connection([
      notification({
        id,
        actors: [author],
        subject: { type: 'discovery', id, title: 'Heron', tokens: null, outcome: null },
      }),
    ]),
    unread: 1,
  });
  users.root['leaderboard'] = () => ({
    area: null,
    entries: [{ id, username: 'heron', tokens: 150, discoveries: 1, score: 165, rank: 1, you: false }],
    me: { rank: 71, tokens: 50, discoveries: 1, score: 65, toNext: 10 },
  });
  users.root['completeTutorialStep'] = () => ({ tokensAwarded: 15, balance: 50 });
  users.root['signUp'] = (args, call) => (grant(args, call), { status: 'pending' });
  for (const name of ['addPasskey', 'renamePasskey']) users.root[name] = () => passkey({ id });
  users.root['myPasskeys'] = () => [passkey({ id })];
  users.root['signInByPasskey'] = (args, call) => (grant(args, call), null);
  users.root['signIn'] = (args, call) => (grant(args, call), null);
});
afterAll(() => gateway.stop());

describe('the direct path', () => {
  it.each([...shippedOperations().values()].map((operation) => [operation.name, operation] as const))(
    '%s: data, errors, headers and grants are those of the full gateway',
    async (_, shipped) => {
      const operation = executor.planner.shipped(shipped.text, operationOf(shipped.document).name!.value);
      const { direct } = operation;
      const variables = variablesOf(operationOf(shipped.document));
      // Its plan is a single fetch.
      expect(direct).toBeDefined();
      const stub = gateway[direct!.subgraph];
      const rootField = operationOf(shipped.document).selectionSet.selections[0] as { name: { value: string } };
      const before = stub.root[rootField.name.value]!;
      let first: { value: unknown } | undefined;
      // The same ids on both ways.
      stub.root[rootField.name.value] = (args, call) => {
        const value = before(args, call);
        return (first ??= { value }).value;
      };
      const both = async () => {
        stub.calls.length = 0;
        const passed = await executor.run(operation, variables, caller);
        const full = await executor.runFull(operation, variables, caller);
        return { passed, full, calls: stub.calls };
      };

      const done = await both();
      expect(done.passed.bytes).toBeInstanceOf(Buffer);
      expect(done.passed.parsed().errors).toBeUndefined();
      expect(done.passed.parsed()).toEqual(JSON.parse(JSON.stringify(done.full.parsed())));
      expect(JSON.stringify(done.passed.parsed().data)).toBe(JSON.stringify(done.full.parsed().data));
      expect(done.passed.grant).toEqual(done.full.grant);
      expect(
        done.calls.map(({ identity, headers }) => [
          identity,
          headers['idempotency-key'],
          headers['idempotency-holder'],
        ]),
      ).toEqual(Array(2).fill([done.calls[0]!.identity, expect.any(String), id]));

      stub.root[rootField.name.value] = () => {
        throw refusal('VALIDATION_FAILED', 'No.', {
          fields: [{ field: 'x', code: 'Y', detail: 'No.' }],
          retryAfter: 3,
        });
      };
      const refused = await both();
      stub.root[rootField.name.value] = before;
      const [one, other] = [refused.passed, refused.full].map((result) =>
        result.parsed().errors!.map(({ message, path, extensions }) => ({
          message,
          path,
          extensions: { ...extensions, serviceName: undefined },
        })),
      );
      expect(one).toEqual(other);
    },
  );
});
