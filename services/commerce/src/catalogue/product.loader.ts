import { Injectable } from '@nestjs/common';
import { loaderPerRequest } from '@sprayhunt/service-kit';
import { ProductReads, type StoredProduct } from './product-reads.js';

/** The products that one request refers to, read by one statement. */
@Injectable()
export class ProductLoader {
  readonly load = loaderPerRequest<StoredProduct>((ids) => this.reads.byIds(ids));

  constructor(private readonly reads: ProductReads) {}
}
