import { Injectable } from '@nestjs/common';
import { Problem, type Identity } from '@sprayhunt/service-kit';
import { GraphExecutor } from '../graphql/graph-executor.js';
import { IdentitySigner } from '../identity/identity-signer.js';
import { refusalOfGraph } from '../problems/refusal.js';
import { operationOf, shippedOperations } from './shipped-operations.js';

/** Runs shipped queries for the gateway itself: they are not counted and cost no points. */
@Injectable()
export class ShippedQueries {
  constructor(
    private readonly executor: GraphExecutor,
    private readonly signer: IdentitySigner,
  ) {}

  /**
   * @param name of its file in `operations/`, without extension
   * @returns the response's data, by the aliases of the query
   * @throws Problem with the error of the service
   */
  async run(name: string, variables: Record<string, string>, identity: Identity): Promise<Record<string, unknown>> {
    const { text, document } = shippedOperations().get(name)!;
    const operation = this.executor.planner.shipped(text, operationOf(document).name?.value);
    const caller = {
      authorization: (audience: Parameters<IdentitySigner['authorization']>[1]) =>
        this.signer.authorization(identity, audience),
    };
    const { data, errors } = (await this.executor.run(operation, variables, caller)).parsed();
    if (!errors?.[0]) return data!;
    const { code, detail, retryAfter } = refusalOfGraph(errors[0]);
    throw new Problem(code, detail, { retryAfter });
  }
}
