import { Injectable } from '@nestjs/common';
import { InjectConfig } from '@sprayhunt/service-kit';
import type { DocumentNode, OperationDefinitionNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { GatewayConfig } from '../config.js';
import { RateLimits } from '../limits/rate-limits.js';
import { TimeShare } from '../limits/time-share.js';
import { checkDocument, type CheckedDocument } from './document-check.js';
import { GraphExecutor, type PlannedOperation } from './graph-executor.js';

