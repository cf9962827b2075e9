import { Injectable } from '@nestjs/common';
import { parseInput, Problem, SqlPool, type Language } from '@sprayhunt/service-kit';
import { DataSource } from 'typeorm';
import type * as Schema from '../schema.generated.js';
import { Account } from './account.entity.js';
import type { PinPreferences } from './pin-preferences.js';
import { pinPreferencesField } from './sign-up.input.js';

/** The emoji of a player's pins. */
@Injectable()
export class PinPreferencesService {
  constructor(private readonly pool: SqlPool) {}

  /**
   * Changes the given categories; others stay unchanged.
   * @throws Problem `VALIDATION_FAILED` for an emoji that its category does not offer, `UNAUTHENTICATED`
   */
  async change(input: Schema.MutationSetPinPreferencesArgs['input'], accountId: string): Promise<PinPreferences> {
    const chosen = parseInput(pinPreferencesField, input);
    const { rows } = await this.pool.query<{ pins: PinPreferences }>({
      name: 'change-pins',
      text: `UPDATE accounts SET pin_preferences = pin_preferences || $2 WHERE id = $1
        RETURNING pin_preferences AS pins`,
      values: [accountId, JSON.stringify(chosen)],
    });
    if (!rows[0]) throw new Problem('UNAUTHENTICATED', 'Unauthorized: this account no longer exists.');
    return rows[0].pins;
  }
}

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
