package dev.plumbline.wiring;

import dev.plumbline.loop.HostSettings;
import jakarta.enterprise.context.Dependent;

/**
 * All that is set of a host in a cluster.
 *
 * @param ec2 how EC2 and SSM are asked
 */
@Dependent
public record AssemblySettings(
    HostSettings host,
    Ec2Settings ec2,
    KubernetesSettings kubernetes,
    ActionSettings actions,
    LeaderSettings leader) {}
