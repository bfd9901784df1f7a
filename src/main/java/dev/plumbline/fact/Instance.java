package dev.plumbline.fact;

import dev.plumbline.fact.Annotations.ExpectedCount;
import dev.plumbline.fact.Annotations.ReadFrom;
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
@ExpectedCount(1_000)
@ReadFrom(of = "Instances")
public record Instance(
    @ReadFrom("InstanceId") String id,
    @ReadFrom("ImageId") String ami,
    @ReadFrom("InstanceType") String instanceType,
    @ReadFrom("Placement.AvailabilityZone") @Nullable String zone,
    @ReadFrom("State.Name") String state,
    @ReadFrom("SubnetId") @Nullable String subnet,
    @ReadFrom("SecurityGroups.GroupId") Values securityGroups,
    @ReadFrom("CapacityReservationId") @Nullable String capacityReservation)
    implements Fact {

  @Override
  public String key() {
    return "Instance/" + id;
  }
}
