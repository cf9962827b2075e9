import { Injectable } from '@nestjs/common';
import { log } from '@sprayhunt/service-kit';
import { GraphExecutor } from '../graphql/graph-executor.js';
import type { PlannedOperation } from '../graphql/planner.js';
import { IdentitySigner } from '../identity/identity-signer.js';
import { shippedOperations } from '../rest/shipped-operations.js';

/** Reads what link previews show, as a guest would. */
@Injectable()
export class PreviewSource {
  private readonly operations: ReadonlyMap<string, PlannedOperation>;

  constructor(
    private readonly executor: GraphExecutor,
    private readonly signer: IdentitySigner,
  ) {
    this.operations = new Map(
      [...shippedOperations().values()].map(({ name, text }) => [name, executor.planner.shipped(text)]),
    );
  }

  /**
   * The `item` of a shipped operation.
   * @returns null for what does not exist; undefined if the service is unavailable, in which case the page loads it
   *   itself
   */
  async find<T>(name: string, variables: Record<string, string>, address: string): Promise<T | null | undefined> {
    const operation = this.operations.get(name)!;
    const caller = {
      authorization: (audience: Parameters<IdentitySigner['authorization']>[1]) =>
        this.signer.authorization({ kind: 'guest', address }, audience),
    };
    try {
      const { data, errors } = (await this.executor.run(operation, variables, caller)).parsed();
      if (errors?.length)
        return errors.some(
          ({ extensions }) => extensions?.['code'] === 'NOT_FOUND' || extensions?.['code'] === 'VALIDATION_FAILED',
        )
          ? null
          : undefined;
      return data?.['item'] as T | null;
    } catch (error) {
      log.warn({ err: error }, 'A page is sent without the tags of its link preview');
      return undefined;
    }
  }
}
