package dev.plumbline.fact;

import org.jspecify.annotations.Nullable;

/**
 * An EC2 instance ({@code DescribeInstances}, {@code Reservations[].Instances[]}).
 *
 * @param id {@code InstanceId}
 * @param ami {@code ImageId}
 * @param instanceType {@code InstanceType}
 * @param zone {@code Placement.AvailabilityZone}; null when EC2 gives none
 * @param state {@code State.Name}: pending, running, shutting-down, terminated, stopping, stopped
 * @param subnet {@code SubnetId}; null when EC2 gives none
 * @param securityGroups {@code SecurityGroups[].GroupId}
 * @param capacityReservation {@code CapacityReservationId}; null when it uses none
 */
public record Instance(
    String id,
    String ami,
    String instanceType,
    @Nullable String zone,
    String state,
    @Nullable String subnet,
    Values securityGroups,
    @Nullable String capacityReservation)
    implements Fact {

  @Override
  public String key() {
    return "Instance/" + id;
  }
}
