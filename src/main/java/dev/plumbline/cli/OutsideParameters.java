package dev.plumbline.cli;

import dev.plumbline.host.Evaluation;
import dev.plumbline.host.HostSettings;
import dev.plumbline.host.InvalidInputException;
import dev.plumbline.host.rules.RuleGround;
import dev.plumbline.source.InvalidSourceException;
import dev.plumbline.source.SnapshotWatch;
import dev.plumbline.source.Told;
import org.jspecify.annotations.Nullable;

/** The parameters that {@code serve} is given beside its rules: by a file, or by a snapshot. */
final class OutsideParameters implements RuleGround.ParameterSettings {

  private final HostSettings settings;
  private volatile @Nullable SnapshotWatch snapshot;

  OutsideParameters(HostSettings settings) {
    this.settings = settings;
  }

  /** Those that this folder sets. */
  SnapshotWatch of(SnapshotWatch folder) {
    snapshot = folder;
    return folder;
  }

  @Override
  public Told told(Evaluation evaluation) {
    SnapshotWatch folder = snapshot;
    if (folder == null) {
      return settings
          .parametersFile()
          .map(evaluation::parameters)
          .orElse(RuleGround.ParameterSettings.NONE.told(evaluation));
    }
    try {
      return folder.parameters(evaluation.policy());
    } catch (InvalidSourceException e) {
      throw new InvalidInputException(e);
    }
  }

  @Override
  public void serves(Evaluation evaluation) {
    SnapshotWatch folder = snapshot;
    if (folder != null) {
      folder.serves(evaluation.policy());
    }
  }
}
