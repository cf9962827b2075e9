import { serviceNames, type ServiceName } from '@sprayhunt/contracts';
import { z } from 'zod';
import { secret } from '../config/service-config.js';

type PasswordVariable = `DATABASE_PASSWORD_${Uppercase<ServiceName>}`;

export function passwordVariable(service: ServiceName): PasswordVariable {
  return `DATABASE_PASSWORD_${service.toUpperCase() as Uppercase<ServiceName>}`;
}

const address = z.url({ protocol: /^postgres(ql)?$/ });

const passwords = Object.fromEntries(
  serviceNames.map((service) => [
    passwordVariable(service),
    z
      .string()
      .min(1)
      .meta(secret(`password of the role \`${service}\`; \`provision\` sets it`)),
  ]),
) as Record<PasswordVariable, z.ZodString>;

/**
 * Variables of the database command: `provision` reads all of them, the other commands an address and the passwords of
 * their services.
 */
export const databaseVariables = {
  DATABASE_ADMIN_URL: address.meta(
    secret('the database, with a user who may create roles and schemas; for `provision`'),
  ),
  DATABASE_ADDRESS: address.optional().meta({
    description: 'the database without a user, for the other commands',
    defaultText: 'that of `DATABASE_ADMIN_URL`',
  }),
  ...passwords,
};
