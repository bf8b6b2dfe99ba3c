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
  @Lookup(() => UrlsConfigType, { description: 'Addresses in the certificates of a mount.' })
  urlsConfig(@Arg('mount', () => String, mountArgument) mount: string, @Ctx() context: PkiContext) {
    return context.pki.mountConfig.urls(requireCaller(context), mount);
  }

  @Lookup(() => ClusterConfigType, { description: 'Values for the templates in the addresses of a mount.' })
  clusterConfig(@Arg('mount', () => String, mountArgument) mount: string, @Ctx() context: PkiContext) {
    return context.pki.mountConfig.cluster(requireCaller(context), mount);
  }

  @Lookup(() => CrlConfigType, { description: 'The settings of the CRLs and OCSP responses of a mount.' })
  crlConfig(@Arg('mount', () => String, mountArgument) mount: string, @Ctx() context: PkiContext) {
    return context.pki.mountConfig.crl(requireCaller(context), mount);
  }

  @Lookup(() => IssuersConfigType, { description: 'The default issuer of a mount.' })
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
    description: 'Changes the addresses in the certificates of a mount.',
  })
  configureUrls(@Arg('input', () => ConfigureUrlsInput) input: ConfigureUrlsInput, @Ctx() context: PkiContext) {
    const caller = requireCaller(context);
    return payload('urlsConfig', () => context.pki.mountConfig.changeUrls(caller, mountOf(input), input));
  }

  @Mutation(() => ConfigureClusterPayload, {
    description: 'Changes the values for the templates in the addresses of a mount.',
  })
  configureCluster(
    @Arg('input', () => ConfigureClusterInput) input: ConfigureClusterInput,
    @Ctx() context: PkiContext,
  ) {
    const caller = requireCaller(context);
    return payload('clusterConfig', () => context.pki.mountConfig.changeCluster(caller, mountOf(input), input));
  }

  @Mutation(() => ConfigureCrlPayload, {
    description: 'Changes the settings of the CRLs and OCSP responses of a mount.',
  })
  configureCrl(@Arg('input', () => ConfigureCrlInput) input: ConfigureCrlInput, @Ctx() context: PkiContext) {
    const caller = requireCaller(context);
    return payload('crlConfig', () => context.pki.mountConfig.changeCrl(caller, mountOf(input), input));
  }

  @Mutation(() => ConfigureIssuersPayload, {
    description: 'Changes the default issuer of a mount.',
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
    description: 'Changes the default key of a mount.',
  })
  configureKeys(@Arg('input', () => ConfigureKeysInput) input: ConfigureKeysInput, @Ctx() context: PkiContext) {
    const caller = requireCaller(context);
    return payload('issuerKey', async () =>
      toIssuerKey(await context.pki.mountConfig.changeKeys(caller, mountOf(input), input.default)),
    );
  }
}
