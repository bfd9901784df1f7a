package dev.plumbline.wiring;

import dev.plumbline.loop.HostSettings;
import jakarta.enterprise.context.Dependent;

/**
 * All that is set of a host in a cluster.
 *
 * @param host how the loop goes about it
 * @param ec2 how EC2 and SSM are asked
 * @param kubernetes how the cluster is watched
 * @param actions how fast is written
 * @param leader which replica acts
 */
@Dependent
public record AssemblySettings(
    HostSettings host,
    Ec2Settings ec2,
    KubernetesSettings kubernetes,
    ActionSettings actions,
    LeaderSettings leader) {}
