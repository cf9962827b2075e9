import { Context, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import type { RequestContext } from '@sprayhunt/service-kit';
import type * as Schema from '../schema.generated.js';
import { productView } from './product-view.js';
import { ProductLoader } from './product.loader.js';

/** The product of an ordered line; null for one that no longer exists. */
@Resolver('OrderLine')
export class ProductOfOrderLineResolver {
  constructor(private readonly products: ProductLoader) {}

  @ResolveField()
  async product(@Parent() { productId }: Schema.OrderLine, @Context() context: RequestContext): Promise<Schema.OrderLine['product']> {
    const found = await this.products.load(context, productId);
    return found && productView(found);
  }
}
