import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import { requireCaller } from '../../identity/context.js';
import { Lookup } from '../../platform/graphql/lookup.js';
import { payload } from '../../platform/graphql/payload.js';
import type { PkiContext } from '../context.js';
import { done } from '../graphql/payloads.js';
import { mountArgument, mountOf } from '../graphql/mount-argument.js';
import { IssuerKey, toIssuerKey } from '../keys/key.type.js';
import {
  ClusterConfigType,
  ConfigureClusterInput,
  ConfigureClusterPayload,
  ConfigureCrlInput,
  ConfigureCrlPayload,
  ConfigureIssuersInput,
  ConfigureIssuersPayload,
  ConfigureKeysInput,
  ConfigureKeysPayload,
  ConfigureUrlsInput,
  ConfigureUrlsPayload,
  CrlConfigType,
  IssuersConfigType,
  UrlsConfigType,
} from './config.type.js';

@Resolver()
export class MountConfigResolver {
  @Lookup(() => UrlsConfigType, { description: 'Addresses that the certificates of a mount carry.' })
  urlsConfig(@Arg('mount', () => String, mountArgument) mount: string, @Ctx() context: PkiContext) {
    return context.pki.mountConfig.urls(requireCaller(context), mount);
  }

  @Lookup(() => ClusterConfigType, { description: 'What templates in the addresses of a mount are filled in with.' })
  clusterConfig(@Arg('mount', () => String, mountArgument) mount: string, @Ctx() context: PkiContext) {
    return context.pki.mountConfig.cluster(requireCaller(context), mount);
  }

  @Lookup(() => CrlConfigType, { description: 'How the CRLs and OCSP responses of a mount are made.' })
  crlConfig(@Arg('mount', () => String, mountArgument) mount: string, @Ctx() context: PkiContext) {
    return context.pki.mountConfig.crl(requireCaller(context), mount);
  }

  @Lookup(() => IssuersConfigType, { description: 'Which issuer of a mount is meant where nobody says which.' })
  issuersConfig(@Arg('mount', () => String, mountArgument) mount: string, @Ctx() context: PkiContext) {
    return context.pki.mountConfig.issuers(requireCaller(context), mount);
  }

  @Lookup(() => IssuerKey, {
    description: 'The default key of a mount.',
  })
  async defaultKey(@Arg('mount', () => String, mountArgument) mount: string, @Ctx() context: PkiContext) {
    const key = await context.pki.mountConfig.keys(requireCaller(context), mount);
    return key && toIssuerKey(key);
  }

  @Mutation(() => ConfigureUrlsPayload, {
    description: 'Changes the addresses that the certificates of a mount carry.',
  })
  configureUrls(@Arg('input', () => ConfigureUrlsInput) input: ConfigureUrlsInput, @Ctx() context: PkiContext) {
    const caller = requireCaller(context);
    return payload('urlsConfig', () => context.pki.mountConfig.changeUrls(caller, mountOf(input), input));
  }

  @Mutation(() => ConfigureClusterPayload, {
    description: 'Changes what templates in the addresses of a mount are filled in with.',
  })
  configureCluster(
    @Arg('input', () => ConfigureClusterInput) input: ConfigureClusterInput,
    @Ctx() context: PkiContext,
  ) {
    const caller = requireCaller(context);
    return payload('clusterConfig', () => context.pki.mountConfig.changeCluster(caller, mountOf(input), input));
  }

  @Mutation(() => ConfigureCrlPayload, { description: 'Changes how the CRLs and OCSP responses of a mount are made.' })
  configureCrl(@Arg('input', () => ConfigureCrlInput) input: ConfigureCrlInput, @Ctx() context: PkiContext) {
    const caller = requireCaller(context);
    return payload('crlConfig', () => context.pki.mountConfig.changeCrl(caller, mountOf(input), input));
  }

  @Mutation(() => ConfigureIssuersPayload, {
    description: 'Changes which issuer of a mount is meant where nobody says which.',
  })
  configureIssuers(
    @Arg('input', () => ConfigureIssuersInput) input: ConfigureIssuersInput,
    @Ctx() context: PkiContext,
  ) {
    const caller = requireCaller(context);
    return done(async () => {
      const { config, warnings } = await context.pki.mountConfig.changeIssuers(caller, mountOf(input), input);
      return { issuersConfig: config, warnings };
    });
  }

  @Mutation(() => ConfigureKeysPayload, {
    description: 'Changes which key of a mount is meant where nobody says which.',
  })
  configureKeys(@Arg('input', () => ConfigureKeysInput) input: ConfigureKeysInput, @Ctx() context: PkiContext) {
    const caller = requireCaller(context);
    return payload('issuerKey', async () =>
      toIssuerKey(await context.pki.mountConfig.changeKeys(caller, mountOf(input), input.default)),
    );
  }
}
