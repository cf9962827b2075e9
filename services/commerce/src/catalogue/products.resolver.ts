import { Injectable } from '@nestjs/common';
import { Args, Context, Parent, Query, ResolveField, Resolver, ResolveReference } from '@nestjs/graphql';
import {
  Access,
  decodeCursor,
  encodeCursor,
  loaderPerRequest,
  Page,
  pageSize,
  parseInput,
  text,
  type RequestContext,
} from '@sprayhunt/service-kit';
import { z } from 'zod';
import type * as Schema from '../schema.generated.js';
import { CATEGORIES } from './product.entity.js';
import { productView } from './product-view.js';
import { ProductReads, type StoredProduct } from './product-reads.js';

const productList = z.object({
  category: z
    .enum(CATEGORIES)
    .nullish()
    .transform((category) => category ?? undefined),
  search: text({ name: 'The search', max: 80 }).transform((search) => search ?? undefined),
  first: pageSize,
  after: z.string().nullish(),
});
const productCursor = z.tuple([z.int(), z.uuid()]);

/** The products that one request refers to, read by one statement. */
@Injectable()
export class ProductLoader {
  readonly load = loaderPerRequest<StoredProduct>((ids) => this.reads.byIds(ids));

  constructor(private readonly reads: ProductReads) {}
}

@Resolver('Product')
export class ProductsResolver {
  constructor(
    private readonly reads: ProductReads,
    private readonly loader: ProductLoader,
  ) {}

  @Query()
  @Access('anyone')
  async products(@Args() args: Schema.QueryProductsArgs): Promise<Schema.Query['products']> {
    const { first, after, ...filter } = parseInput(productList, args);
    const [position, id] = after ? decodeCursor(after, productCursor) : [];
    const { items, hasNextPage } = await this.reads.list(
      filter,
      first,
      id === undefined ? undefined : { position: position!, id },
    );
    const positions = new Map(items.map((item) => [item.id, item.position]));
    return new Page(items.map(productView), hasNextPage, (product) =>
      encodeCursor([positions.get(product.id), product.id]),
    );
  }

  @Query()
  @Access('anyone')
  async product(@Args('slug') slug: Schema.QueryProductArgs['slug']): Promise<Schema.Query['product']> {
    const found = await this.reads.bySlug(slug);
    return found && productView(found);
  }

  @ResolveReference()
  async resolveReference({ id }: Pick<Schema.Product, 'id'>, context: RequestContext): Promise<Schema.Product | null> {
    const found = z.uuid().safeParse(id).success ? await this.loader.load(context, id) : null;
    return found && productView(found);
  }
}

/** The product of an ordered line; null for one that no longer exists. */
@Resolver('OrderLine')
export class ProductOfOrderLineResolver {
  constructor(private readonly products: ProductLoader) {}

  @ResolveField()
  async product(
    @Parent() { productId }: Schema.OrderLine,
    @Context() context: RequestContext,
  ): Promise<Schema.OrderLine['product']> {
    const found = await this.products.load(context, productId);
    return found && productView(found);
  }
}
