import { Injectable } from '@nestjs/common';
import { loaderPerRequest } from '@sprayhunt/service-kit';
import { PostReads, type Mention } from './post-reads.js';

/** The mentions in the posts of one request, read by one statement. */
@Injectable()
export class MentionLoader {
  readonly load = loaderPerRequest<Mention[]>((postIds) => this.reads.mentions(postIds));

  constructor(private readonly reads: PostReads) {}
}
