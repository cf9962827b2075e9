import { Injectable } from '@nestjs/common';
import { type Language, Problem } from '@sprayhunt/service-kit';
import { DataSource } from 'typeorm';
import { Account } from './account.entity.js';

/** The language that a player is written to in. */
@Injectable()
export class LanguageService {
  constructor(private readonly dataSource: DataSource) {}

  /** @throws Problem `UNAUTHENTICATED` */
  async change(language: Language, accountId: string): Promise<Language> {
    const { affected } = await this.dataSource.manager.update(Account, { id: accountId }, { language });
    if (!affected) throw new Problem('UNAUTHENTICATED', 'Unauthorized: this account no longer exists.');
    return language;
  }
}
