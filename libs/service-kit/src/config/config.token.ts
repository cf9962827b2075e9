import { Inject } from '@nestjs/common';

export const CONFIG = Symbol('config');

/** Injects the checked configuration of the running service. */
export const InjectConfig = () => Inject(CONFIG);
